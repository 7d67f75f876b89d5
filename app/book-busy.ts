/** Another job, or a request, has the book: nothing is wrong, and the same work may begin when that one has ended. */
export class BookBusy extends Error {
  override readonly name = 'BookBusy';
  constructor(cause: unknown) {
    super('The book is being worked on.', { cause });
  }
}
