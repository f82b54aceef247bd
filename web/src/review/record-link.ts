/** At most so many signs of a record are unpacked from a link. */
export const LONGEST = 256 * 1024;

async function through(bytes: Uint8Array<ArrayBuffer>, pipe: GenericTransformStream) {
  const reader = (new Blob([bytes]).stream() as ReadableStream<Uint8Array>)
    .pipeThrough(pipe as ReadableWritablePair<Uint8Array, Uint8Array>)
    .getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > LONGEST) {
      await reader.cancel();
      throw new RangeError("too long");
    }
    parts.push(value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** A text small enough for the fragment of a link. */
export async function pack(text: string): Promise<string> {
  const small = await through(
    new Uint8Array(new TextEncoder().encode(text)),
    new CompressionStream("deflate-raw"),
  );
  let signs = "";
  for (const byte of small) signs += String.fromCharCode(byte);
  return btoa(signs).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The text again; rejects for what was never packed, or is too long. */
export async function unpack(packed: string): Promise<string> {
  const signs = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(signs, (sign) => sign.charCodeAt(0));
  const whole = await through(bytes, new DecompressionStream("deflate-raw"));
  return new TextDecoder("utf-8", { fatal: true }).decode(whole);
}
