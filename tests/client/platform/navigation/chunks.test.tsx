import { afterEach, expect, test, vi } from 'vitest';
import { isChunkGone } from '#/client/platform/navigation/chunks.ts';

const documentOf = (build: string) =>
  `<script type="module" async src="/assets/earlyAnswers-0a1b.js"></script>
   <script type="module" src="/assets/index-${build}.js"></script>`;

let own: Element[] = [];
afterEach(() => {
  for (const script of own) script.remove();
  vi.mocked(fetch).mockRestore();
});

test.each([
  ['new', true],
  ['old', false],
])('E3 a document that makes calls first knows its release: the server has the %s one', async (...given) => {
  const [build, isNew] = given;
  // scripts that come as markup do not run
  document.head.insertAdjacentHTML('afterbegin', documentOf('old'));
  own = [...document.head.querySelectorAll('script[src^="/assets/"]')];
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(documentOf(build)));
  // WebKit's sentence does not name the file
  expect(await isChunkGone(new TypeError('Importing a module script failed.'))).toBe(isNew);
});
