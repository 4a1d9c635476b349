import type { PageConfig } from '#/contract/page.ts';
import { PAGE_CONFIG_ID } from '#/contract/kernel/pageNames.ts';

/**
 * Adds the page settings that the server writes into every page, for components tested without a page. Import it first.
 */
const config: PageConfig = {
  locale: 'en',
  apiBaseUrl: '',
  captcha: { provider: 'altcha', siteKey: '' },
  supportEmail: 'help@example.org',
  hasPlayground: false,
};
const element = document.createElement('script');
element.type = 'application/json';
element.id = PAGE_CONFIG_ID;
element.textContent = JSON.stringify(config);
document.head.append(element);
