/** A note of this browser about a live epoch. The server cannot change it afterwards (PF1, check 7). */
export interface SeedNote {
  epochId: string;
  commitment: string;
  clientSeed: string;
  /** The first nonce that must use this seed. */
  fromNonce: number;
  /** Time of this browser's clock, ISO 8601. */
  at: string;
}

const DATABASE = 'one-rp-fair';
const STORE = 'clientSeeds';
const BY_EPOCH = 'epochId';

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore(STORE, { autoIncrement: true }).createIndex(BY_EPOCH, BY_EPOCH);
  });
  return answerOf(request);
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('no answer')));
  });
}

/** Runs one request in a transaction of its own. Without storage the result is undefined. */
async function ask<T>(mode: IDBTransactionMode, request: (store: IDBObjectStore) => IDBRequest<T>) {
  try {
    const database = await openDatabase();
    try {
      return await answerOf(request(database.transaction(STORE, mode).objectStore(STORE)));
    } finally {
      database.close();
    }
  } catch (error) {
    // no storage, as in a private window or on a full disk: the draw is still fair, only the note is missing
    console.warn('the seed notes of this browser are not available', error);
    return undefined;
  }
}

/** Reads the notes of an epoch in the order of writing; empty without storage. They are kept after the sign-out. */
export async function listSeedNotes(epochId: string): Promise<SeedNote[]> {
  const notes = await ask<SeedNote[]>('readonly', (store) => store.index(BY_EPOCH).getAll(epochId));
  return notes ?? [];
}

/** Notes are written one after another, because each compares itself with the one before. */
let writing: Promise<void> = Promise.resolve();

/** Notes a client seed, unless the last note of the epoch has the same one. Never throws. */
export function writeSeedNote(note: SeedNote): Promise<void> {
  writing = writing.then(() => writeNext(note));
  return writing;
}

async function writeNext(note: SeedNote): Promise<void> {
  const last = (await listSeedNotes(note.epochId)).at(-1);
  if (last?.clientSeed === note.clientSeed && last.commitment === note.commitment) return;
  await ask('readwrite', (store) => store.add(note));
}
