/** The compiled parser below the package's own wrapper. It can be instantiated several times. */
declare module 'libpg-query/wasm/libpg-query.js' {
  function createInstance(): Promise<createInstance.ParserInstance>;
  namespace createInstance {
    /** The exports of Emscripten; addresses are byte offsets into the instance's memory. */
    interface ParserInstance {
      lengthBytesUTF8(text: string): number;
      stringToUTF8(text: string, address: number, bytesMax: number): void;
      UTF8ToString(address: number): string;
      getValue(address: number, type: 'i32'): number;
      _malloc(bytes: number): number;
      _free(address: number): void;
      _wasm_parse_query_raw(textAddress: number): number;
      _wasm_free_parse_result(resultAddress: number): void;
    }
  }
  export = createInstance;
}
