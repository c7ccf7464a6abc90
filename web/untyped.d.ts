// Packages of the build that bring no types.

declare module "upng-js" {
  const UPNG: { encode(frames: ArrayBuffer[], width: number, height: number, colours: number): ArrayBuffer };
  export default UPNG;
}

declare module "wawoff2" {
  export function decompress(font: Uint8Array): Promise<Uint8Array>;
}
