export type BookStore = object;
