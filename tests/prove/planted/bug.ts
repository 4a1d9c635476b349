/** A bug that is put into a copy of the source, to see that the test that guards the behaviour notices it (T23). */
export interface PlantedBug {
  /** The damage on the site, in one sentence. */
  bug: string;
  /** Source file, from the root of the repository. */
  file: string;
  /** Stands in the file exactly once. */
  text: string;
  /** Takes the place of the text. */
  replacement: string;
  /** Test file, from the root of the repository. */
  test: string;
  /** Title of the test that must fail, or as much of it as stands in the test file without placeholders. */
  name: string;
}
