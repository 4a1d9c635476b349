/** What a request was for: the acts of customers, looking at what is theirs, and at what is shown to everybody. */
export type Kind =
  | 'signIn'
  | 'buy'
  | 'open'
  | 'exchange'
  | 'cart'
  | 'order'
  | 'pay'
  | 'look'
  | 'show'
  | 'help';

export interface Answer {
  kind: Kind;
  /** Number of the process. */
  site: number;
  status: number;
  code: string | undefined;
  sentAtMs: number;
  answeredAtMs: number;
  body: Record<string, unknown>;
  cookie: string;
}

/** Whoever waits longer has been left hanging. */
const GIVE_UP_MS = 60_000;

export interface Request {
  method?: 'GET' | 'POST';
  path: string;
  body?: object | string;
  headers?: Record<string, string>;
}

/** Sends a request to a process. A connection that breaks, or an answer that does not come, has the status 0. */
export async function send(
  urls: readonly string[],
  site: number,
  kind: Kind,
  { method = 'POST', path, body, headers = {} }: Request,
): Promise<Answer> {
  const sentAtMs = performance.now();
  const isForm = typeof body === 'string';
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
  const answer = { kind, site, sentAtMs, body: {}, cookie: '', code: undefined };
  try {
    const reply = await fetch(urls[site]! + path, {
      method,
      redirect: 'manual',
      headers: { ...headers, ...(body && { 'content-type': type }) },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(GIVE_UP_MS),
    });
    const text = await reply.text();
    const isJson = reply.headers.get('content-type')?.startsWith('application/json');
    const content = isJson ? (JSON.parse(text) as Answer['body']) : {};
    const cookies = reply.headers.getSetCookie().map((line) => line.split(';', 1)[0]);
    return {
      ...answer,
      status: reply.status,
      code: typeof content['code'] === 'string' ? content['code'] : undefined,
      answeredAtMs: performance.now(),
      body: content,
      cookie: cookies.join('; '),
    };
  } catch (error) {
    return { ...answer, status: 0, code: String(error), answeredAtMs: performance.now() };
  }
}
