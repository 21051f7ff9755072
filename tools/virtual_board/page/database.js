// The browser's database of matches, which one page at a time has open.
//
// The browser itself sees to that, over plain http in a network as well: a database gets a higher version only when
// every other page has closed it, or has gone. So whoever has given it one has it alone.

const NAME = "picogammon";
const STORE = "kept";

/**
 * Resolves with the Database once this page has it alone, and with null where the browser has none for it.
 * @param {object} about
 * @param {boolean} about.takes  whether the page that has it is to let it go
 * @param {() => void} about.lost  called when another page takes it
 * @returns {Promise<Database | null>}
 */
export async function openAlone({ takes, lost }) {
  /** @type {IDBDatabase | null} */
  let opened = null;
  /** @type {boolean} */
  let isTaken; // while this one waits
  try {
    const others = new BroadcastChannel(NAME);
    others.onmessage = () => {
      isTaken = true;
      if (!opened) return;
      opened.close();
      lost();
    };
    const take = () => takes && others.postMessage("mine");
    for (;;) {
      isTaken = false;
      const there = (await indexedDB.databases()).find(({ name }) => name === NAME);
      // One that takes it asks for more than those that wait, whose turn is before.
      const database = await raised((there?.version ?? 0) + (takes ? 2 : 1), take);
      if (database && !isTaken) return new Database((opened = database));
      database?.close();
    }
  } catch (error) {
    console.warn(error);
    return null;
  }
}

/** The database with a higher version, or null where another page was first. `take()` asks others to let it go. */
async function raised(version, take) {
  const request = indexedDB.open(NAME, version);
  request.onblocked = take;
  take();
  let isAlone = false;
  request.onupgradeneeded = () => {
    isAlone = true;
    const { result: database } = request;
    if (!database.objectStoreNames.contains(STORE)) database.createObjectStore(STORE);
  };
  try {
    const database = await result(request);
    if (isAlone) return database;
    database.close();
  } catch (error) {
    if (/** @type {Error} */ (error).name !== "VersionError") throw error;
  }
  return null;
}

/** Values by their keys. */
export class Database {
  #database;

  /** @param {IDBDatabase} database */
  constructor(database) {
    this.#database = database;
  }

  /** @returns {Promise<IDBValidKey[]>} */
  keys() {
    return result(this.#store("readonly").getAllKeys());
  }

  /** The value at a key, undefined where there is none. @param {IDBValidKey} key @returns {Promise<any>} */
  get(key) {
    return result(this.#store("readonly").get(key));
  }

  /**
   * Resolves when the values are on the disk; an undefined one removes its key. All are written, or none.
   * @param {[key: IDBValidKey, value: any][]} changes
   */
  async write(changes) {
    const store = this.#store("readwrite");
    const { transaction } = store;
    const done = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error ?? new Error("it was cancelled"));
    });
    for (const [key, value] of changes) {
      if (value === undefined) store.delete(key);
      else store.put(value, key);
    }
    transaction.commit();
    await done;
  }

  #store(mode) {
    return this.#database.transaction(STORE, mode, { durability: "strict" }).objectStore(STORE);
  }
}

/** Stands in for a Database where the browser has none: its values are gone with the page. */
export class Memory extends Map {
  /** @param {[key: IDBValidKey, value: any][]} changes */
  write(changes) {
    for (const [key, value] of changes) this.set(key, value);
  }
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
function result(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
