/** What the site needs of a storage of the browser. */
interface SafeStorage {
  getItem: (key: string) => string | null;
  /** @returns whether the browser stored it. If not, the value is kept until the document ends. */
  setItem: (key: string, value: string) => boolean;
  removeItem: (key: string) => void;
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

  function attempt<T>(use: (storage: Storage) => T): T | undefined {
    try {
      const storage = find();
      return storage ? use(storage) : undefined;
    } catch {
      return undefined;
    }
  }

  return {
    getItem: (key) => unstored.get(key) ?? attempt((storage) => storage.getItem(key)) ?? null,
    setItem: (key, value) => {
      const isStored = attempt((storage) => {
        storage.setItem(key, value);
        return true;
      });
      if (isStored) unstored.delete(key);
      else unstored.set(key, value);
      return isStored ?? false;
    },
    removeItem: (key) => {
      unstored.delete(key);
      attempt((storage) => storage.removeItem(key));
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
