import type { BookStore } from '../book/book.ts';

export interface StockReads {
  find(): number;
}

export type Stocked = BookStore;
