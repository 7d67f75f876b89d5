export interface StockReads {
  find(): number;
}
