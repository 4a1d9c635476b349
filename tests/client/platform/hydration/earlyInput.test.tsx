import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { holdInput } from '#/client/platform/hydration/earlyInput.ts';

const pasted: string[] = [];
const chosen: string[] = [];
let isAlive = false;

function Page() {
  const [text, setText] = useState('');
  useEffect(() => {
    isAlive = true;
  }, []);
  const paste = (next: string) => {
    pasted.push(next);
    setText(next);
  };
  return (
    <>
      <textarea
        aria-label="Record"
        value={text}
        onChange={({ currentTarget }) => paste(currentTarget.value)}
      />
      <input
        type="file"
        aria-label="File"
        onChange={({ currentTarget }) => chosen.push(...[...currentTarget.files!].map(({ name }) => name))}
      />
    </>
  );
}

test('RT12 a field of several lines and a file that were filled before the page was hydrated are handed over', async () => {
  const root = document.createElement('div');
  const drawn = createRoot(root);
  flushSync(() => drawn.render(<Page />));
  const markup = root.innerHTML;
  drawn.unmount();
  root.innerHTML = markup;
  document.body.append(root);
  isAlive = false;
  const field = root.querySelector('textarea')!;
  const file = root.querySelector<HTMLInputElement>('input[type=file]')!;

  await userEvent.upload(file, new File(['{}'], 'epoch.json'));
  const handOver = holdInput(root);
  await userEvent.fill(field, '{"version": 1}');
  hydrateRoot(root, <Page />);
  await expect.poll(() => isAlive).toBe(true);
  expect([pasted, chosen]).toEqual([[], []]);
  handOver();
  await expect.poll(() => [pasted, chosen]).toEqual([['{"version": 1}'], ['epoch.json']]);
  expect(field.value).toBe('{"version": 1}');
  root.remove();
});
