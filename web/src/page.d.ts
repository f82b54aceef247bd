declare module "virtual:fonts.css";
declare module "subset-font" {
  export default function subset(
    font: Buffer,
    text: string,
    how: { targetFormat: string; keepFeatures: string[]; noHinting: boolean },
  ): Promise<Buffer>;
}
