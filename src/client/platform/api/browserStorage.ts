/** What the site needs of a storage of the browser. */
interface SafeStorage {
  getItem: (key: string) => string | null;
  /** @returns whether the browser stored it. If not, the value is kept until the document ends. */
  setItem: (key: string, value: string) => boolean;
  /** @returns whether the browser removed it. */
  removeItem: (key: string) => boolean;
  clear: () => void;
}

/**
 * A storage of the browser that never throws (E6). Browsers deny it when cookies are blocked, and store nothing more
 * when it is full.
 * @param find reads the browser's storage; even that throws when it is denied
 */
function safeStorage(find: () => Storage | null): SafeStorage {
  /** Values that the browser did not store. */
  const unstored = new Map<string, string>();

  /** @returns whether the browser did it */
  function attempt(act: (storage: Storage) => void): boolean {
    try {
      const storage = find();
      if (!storage) return false;
      act(storage);
      return true;
    } catch {
      return false;
    }
  }

  function read(key: string): string | null {
    try {
      return find()?.getItem(key) ?? null;
    } catch {
      return null;
    }
  }

  return {
    getItem: (key) => unstored.get(key) ?? read(key),
    setItem: (key, value) => {
      const isStored = attempt((storage) => storage.setItem(key, value));
      if (isStored) unstored.delete(key);
      else unstored.set(key, value);
      return isStored;
    },
    removeItem: (key) => {
      unstored.delete(key);
      return attempt((storage) => storage.removeItem(key));
    },
    clear: () => {
      unstored.clear();
      attempt((storage) => storage.clear());
    },
  };
}

/** Values for all windows and for later visits. */
export const siteStorage = safeStorage(() => globalThis.localStorage);

/** Values of this window, until it is closed. */
export const windowStorage = safeStorage(() => globalThis.sessionStorage);
