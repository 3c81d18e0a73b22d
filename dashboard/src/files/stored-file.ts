/** Files of drafts, which are too large for the session's storage. They stay after a reload of the page. */
const DATABASE = 'wigwag-files';
const STORE = 'files';

/** A file as the person chose it. */
export interface StoredFile {
  name: string;
  content: Blob;
}

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

async function withStore<T>(mode: IDBTransactionMode, use: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await done(opening);
  try {
    return await done(use(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

export const storedFile = {
  get: (key: string): Promise<StoredFile | undefined> => withStore('readonly', (store) => store.get(key)),
  set: (key: string, file: StoredFile): Promise<unknown> => withStore('readwrite', (store) => store.put(file, key)),
  clear: (key: string): Promise<unknown> => withStore('readwrite', (store) => store.delete(key)),
};

/** Removes all files, at logout: they contain numbers and names. */
export const removeStoredFiles = (): void => {
  indexedDB.deleteDatabase(DATABASE);
};
