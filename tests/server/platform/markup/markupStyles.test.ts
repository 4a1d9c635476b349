import { expect, test } from 'vitest';
import { allowStyles, markupStyles } from '#/server/platform/markup/markupStyles.ts';

test('styles of elements become rules that cannot leave their element', () => {
  const markup = `<i data-style="--at:0.5"></i><i data-style="mask-image:url(&quot;/a.webp&quot;)"></i>
    <i data-style="}&lt;/style&gt;body{color:red"></i><i data-style="--at:0.5"></i>`;
  const styles = markupStyles(markup);
  expect(styles).toBe(
    String.raw`[data-style="--at:0.5"]{--at:0.5}[data-style="mask-image:url(\"/a.webp\")"]{mask-image:url("/a.webp")}`,
  );
  const policy = allowStyles("default-src 'none';style-src 'self';style-src-attr 'none'", styles);
  expect(policy).toMatch(/^default-src 'none';style-src 'self' 'sha256-[\w+/]{43}=';style-src-attr 'none'$/);
});
