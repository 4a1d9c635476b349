import { createHash } from 'node:crypto';

const ENTITIES: Record<string, string> = { quot: '"', amp: '&', '#x27': "'", lt: '<', gt: '>' };

/**
 * Rules for the styles that elements of a rendered page have of their own. The content policy refuses style
 * attributes, so the markup has them as `data-style`; these rules show them until a script sets them.
 */
export function markupStyles(markup: string): string {
  const styles = new Set(
    [...markup.matchAll(/ data-style="([^"]*)"/g)].map(([, style = '']) =>
      style.replaceAll(/&(quot|amp|#x27|lt|gt);/g, (_, name: string) => ENTITIES[name] ?? ''),
    ),
  );
  return (
    [...styles]
      // what could leave its rule or the element waits for the script
      .filter((style) => !/[{}<\\\n]/.test(style))
      .map((style) => `[data-style="${style.replaceAll('"', String.raw`\"`)}"]{${style}}`)
      .join('')
  );
}

/** Lets a page with these rules show them, and no others. */
export function allowStyles(policy: string, styles: string): string {
  const hash = createHash('sha256').update(styles).digest('base64');
  return policy.replace(/(?<=^|;)style-src [^;]*/, (sources) => `${sources} 'sha256-${hash}'`);
}
