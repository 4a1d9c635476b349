import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { withCaptcha } from '#/client/domain/forms/captcha.ts';
import { ApiError, call } from '#/client/platform/api/api.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { showNoticesIn } from '#/client/ui/feedback/notify.ts';
import type { CaptchaProvider } from '#/contract/kernel/captcha.ts';
import errors from '../../../../locales/en/errors.json';

const add = vi.fn(() => '');
const send = vi.fn(async (_token: string) => 'done');

beforeEach(() => {
  showNoticesIn({ add } as never);
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

const isNoticed = () =>
  expect
    .poll(() => add.mock.calls)
    .toEqual([[expect.objectContaining({ type: 'error', description: errors.errorCaptcha })]]);

test('S16 without a token nothing is sent, and a notice says so', async () => {
  vi.mocked(call).mockRejectedValue(new ApiError('notFound', 404));
  await expect(withCaptcha('order', send)).rejects.toMatchObject({ code: 'errorCaptcha' });
  expect(send).not.toHaveBeenCalled();
  await isNoticed();
});

test('S16 without a connection nothing is sent, the failure is told, and a notice says that too', async () => {
  vi.mocked(call).mockRejectedValue(new ApiError('offline', 0));
  await expect(withCaptcha('order', send)).rejects.toMatchObject({ code: 'offline' });
  expect(send).not.toHaveBeenCalled();
  await isNoticed();
});

/** A page of a site with this captcha. @returns the addresses of scripts, each of which does what `script` does */
function pageWith(provider: CaptchaProvider, script: { run: (() => void) | null }): string[] {
  const { captcha } = pageConfig;
  pageConfig.captcha = { provider, siteKey: 'site-key' };
  onTestFinished(() => {
    pageConfig.captcha = captcha;
  });
  const loaded: string[] = [];
  vi.spyOn(document.head, 'append').mockImplementation((element) => {
    loaded.push((element as HTMLScriptElement).src);
    queueMicrotask(() => {
      script.run?.();
      (element as HTMLElement).dispatchEvent(new Event(script.run ? 'load' : 'error'));
    });
  });
  return loaded;
}

/** A page whose captcha's script does not load yet: nothing is sent, and a notice says so. */
async function pageWithoutScript(provider: CaptchaProvider) {
  const script: { run: (() => void) | null } = { run: null };
  const loaded = pageWith(provider, script);
  await expect(withCaptcha('signIn', send)).rejects.toMatchObject({ code: 'errorCaptcha' });
  expect(send).not.toHaveBeenCalled();
  await isNoticed();
  return { script, loaded };
}

test('S16 reCAPTCHA: while its script does not load nothing is sent; then it is loaded once and asked for each action', async () => {
  let made = 0;
  const start = () => {
    window.grecaptcha = {
      ready: (go) => go(),
      execute: async (key, { action }) => [key, action, ++made].join(),
    };
  };
  onTestFinished(() => void delete window.grecaptcha);
  const { script, loaded } = await pageWithoutScript('recaptcha');
  script.run = start;
  await withCaptcha('signIn', send);
  await withCaptcha('signUp', send);
  expect(send.mock.calls).toEqual([['site-key,signIn,1'], ['site-key,signUp,2']]);
  const url = 'https://www.google.com/recaptcha/api.js?render=site-key';
  expect(loaded).toEqual([url, url]);
});

test('S16 Turnstile: while its script does not load nothing is sent; its question stands above the page and goes when it is answered', async () => {
  const start = () => {
    window.turnstile = {
      render(container, { sitekey, action, callback }) {
        const button = document.createElement('button');
        button.textContent = 'I am a person';
        button.addEventListener('click', () => callback([sitekey, action].join()));
        container.append(button);
        return 'widget';
      },
      remove() {},
    };
  };
  onTestFinished(() => void delete window.turnstile);
  const { script, loaded } = await pageWithoutScript('turnstile');
  script.run = start;
  await render(<main style={{ position: 'fixed', inset: 0, zIndex: 'var(--z-raised)' }} />);
  const sent = withCaptcha('signIn', send);
  const question = page.getByText('I am a person');
  await question.click();
  await sent;
  await expect.element(question).not.toBeInTheDocument();
  expect(send.mock.calls).toEqual([['site-key,signIn']]);
  const url = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit';
  expect(loaded).toEqual([url, url]);
});
