interface ImportMeta {
  readonly env: { readonly PROD: boolean };
}
declare module '*.css';
declare module 'gifenc' {
  export interface Encoder {
    writeFrame(
      index: Uint8Array,
      width: number,
      height: number,
      options: { palette: number[][]; delay: number },
    ): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
  }
  export function GIFEncoder(): Encoder;
  export function quantize(rgba: Uint8ClampedArray, colors: number): number[][];
  export function applyPalette(rgba: Uint8ClampedArray, palette: number[][]): Uint8Array;
}
declare module '*.txt?url' {
  const address: string;
  export default address;
}
declare module '*.woff2?url' {
  const address: string;
  export default address;
}
