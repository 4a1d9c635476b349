/** A catalogue that cannot be imported. `mistakes` are sentences that name the file or the row. */
export class CatalogueError extends Error {
  override readonly name = 'CatalogueError';
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(mistakes.join('\n'));
    this.mistakes = mistakes;
  }
}
