import type { StockReads } from '../../../app/reads/stock-reads.ts';

export const stock = ({ find }: StockReads): number => find();
