import { readCatalogue } from '#/server/domain/catalogue/readCatalogue.ts';

/** The catalogue of the demonstration, whose pictures exist. */
export const demoCatalogue = await readCatalogue('src/server/domain/catalogue/files', 'assets');

/** A copy that may be changed. */
export const demoCopy = () => structuredClone(demoCatalogue);
