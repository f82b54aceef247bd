/** A picture of a part of the page, as it is shown now: an SVG that needs nothing from elsewhere. */
export interface Picture {
  svg: string;
  width: number;
  height: number;
}

const XHTML = "http://www.w3.org/1999/xhtml";
const SVG = "http://www.w3.org/2000/svg";
/** Pixels of a PNG for each one of the page. */
const SCALE = 2;

/** The element with everything it is drawn by: rules, fonts, and symbols that stand elsewhere. */
export async function pictureOf(element: HTMLElement, caption: string): Promise<Picture> {
  const box = element.getBoundingClientRect();
  const [width, height] = [Math.ceil(box.width), Math.ceil(box.height)];
  const copy = element.cloneNode(true) as HTMLElement;
  copy.removeAttribute("data-box");
  for (const one of copy.querySelectorAll("[data-loose], script, dialog")) one.remove();
  copy.style.setProperty("width", `${width}px`);
  copy.style.setProperty("height", `${height}px`);

  const page = document.createElementNS(SVG, "svg");
  for (const { name, value } of document.documentElement.attributes)
    if (name !== "style") page.setAttribute(name, value);
  page.setAttribute("width", String(width));
  page.setAttribute("height", String(height));
  page.setAttribute("viewBox", `0 0 ${width} ${height}`);
  page.style.setProperty("font-size", getComputedStyle(document.documentElement).fontSize);
  const title = page.appendChild(document.createElementNS(SVG, "title"));
  title.textContent = caption;
  const style = page.appendChild(document.createElementNS(SVG, "style"));
  const room = page.appendChild(document.createElementNS(SVG, "foreignObject"));
  room.setAttribute("width", "100%");
  room.setAttribute("height", "100%");
  const body = room.appendChild(document.createElementNS(XHTML, "body")) as HTMLElement;
  body.className = document.body.className;
  for (const [name, value] of inherited(element)) body.style.setProperty(name, value);
  for (const name of ["margin", "padding"]) body.style.setProperty(name, "0");
  for (const name of ["width", "height", "min-height"]) body.style.setProperty(name, "100%");
  const ground = getComputedStyle(document.body).backgroundColor;
  body.style.setProperty("background", ground);
  body.append(copy);
  borrow(body, copy);
  style.textContent = `${await faces()}\n${rules()}\n* { animation: none !important; transition: none !important; }`;
  return { svg: new XMLSerializer().serializeToString(page), width, height };
}

/** The same as PNG. */
export async function pngOf({ svg, width, height }: Picture): Promise<Blob> {
  const image = new Image(width, height);
  // A blob's address would taint the canvas.
  image.src = addressOf(svg);
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width * SCALE, height * SCALE];
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, no) =>
    canvas.toBlob((blob) => (blob ? done(blob) : no(new Error("no picture"))), "image/png"),
  );
}

/** An address that holds the picture. */
export const addressOf = (svg: string) =>
  `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;

/** What an element has from those around it: they are not in the picture. */
function* inherited(element: Element): Generator<[string, string]> {
  const told = getComputedStyle(element);
  for (const name of ["color", "font-family", "font-size", "font-weight", "line-height"])
    yield [name, told.getPropertyValue(name)];
  for (const name of told) if (name.startsWith("--")) yield [name, told.getPropertyValue(name)];
}

/** Symbols, gradients and patterns that the picture names and does not hold. */
function borrow(body: HTMLElement, copy: HTMLElement) {
  const shelf = document.createElementNS(SVG, "svg");
  shelf.setAttribute("width", "0");
  shelf.setAttribute("height", "0");
  shelf.style.setProperty("position", "absolute");
  const seen = new Set<string>();
  let text = new XMLSerializer().serializeToString(copy);
  for (let round = 0; round < 3 && text; round++) {
    const fresh: Element[] = [];
    for (const found of text.matchAll(/(?:href="#|url\((?:&quot;|["'])?#)([\w-]+)/g)) {
      const id = found[1] ?? "";
      if (seen.has(id) || copy.querySelector(`#${CSS.escape(id)}`)) continue;
      seen.add(id);
      const there = document.getElementById(id)?.cloneNode(true);
      if (there instanceof Element) fresh.push(there);
    }
    shelf.append(...fresh);
    text = fresh.map((one) => new XMLSerializer().serializeToString(one)).join("");
  }
  body.append(shelf);
}

/** The rules of the page as they count at this size. */
function rules(): string {
  return [...document.styleSheets].flatMap((sheet) => told(sheet.cssRules)).join("\n");
}

function told(list: CSSRuleList): string[] {
  return [...list].flatMap((rule) => {
    if (rule instanceof CSSFontFaceRule || rule instanceof CSSKeyframesRule) return [];
    if (rule instanceof CSSMediaRule)
      return matchMedia(rule.conditionText).matches ? told(rule.cssRules) : [];
    return [rule.cssText];
  });
}

/** The fonts that are in use, each written into its rule. */
async function faces(): Promise<string> {
  const found = [...document.styleSheets].flatMap((sheet) =>
    [...sheet.cssRules].filter((rule) => rule instanceof CSSFontFaceRule),
  );
  const used = new Set(
    [...document.fonts].filter((face) => face.status === "loaded").map((face) => key(face)),
  );
  const texts = await Promise.all(
    found.map(async (rule) => {
      const { style } = rule;
      const told = {
        family: style.getPropertyValue("font-family"),
        weight: style.getPropertyValue("font-weight") || "normal",
        style: style.getPropertyValue("font-style") || "normal",
        unicodeRange: style.getPropertyValue("unicode-range"),
      };
      const where = /url\("?([^")]+)/.exec(style.getPropertyValue("src"))?.[1];
      if (!where || !used.has(key(told))) return "";
      const base = rule.parentStyleSheet?.href ?? location.href;
      const data = await bytesOf(new URL(where, base).href);
      const range = told.unicodeRange ? `unicode-range: ${told.unicodeRange};` : "";
      return data
        ? `@font-face { font-family: ${told.family}; font-weight: ${told.weight}; font-style: ${told.style}; ${range} src: url(${data}); }`
        : "";
    }),
  );
  return texts.join("\n");
}

interface Named {
  family: string;
  weight: string;
  style: string;
}
const key = ({ family, weight, style }: Named) =>
  `${family.replaceAll(/["']/g, "")}|${weight === "normal" ? "400" : weight === "bold" ? "700" : weight}|${style}`;

async function bytesOf(address: string): Promise<string> {
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok) return "";
  let signs = "";
  for (const byte of new Uint8Array(await answer.arrayBuffer())) signs += String.fromCharCode(byte);
  return `data:font/woff2;base64,${btoa(signs)}`;
}
