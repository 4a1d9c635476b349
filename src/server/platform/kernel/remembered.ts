/** Most texts whose results are kept. Browsers send a few dozens; beyond it strangers invent them. */
const MOST = 500;

/** Keeps the results of a pure function of a header. All are forgotten when there are too many. */
export function remembered<T>(of: (header: string) => T, most = MOST): (header: string) => T {
  const known = new Map<string, { result: T }>();
  return (header) => {
    const found = known.get(header);
    if (found) return found.result;
    if (known.size >= most) known.clear();
    const result = of(header);
    known.set(header, { result });
    return result;
  };
}
