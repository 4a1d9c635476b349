import { createHash } from 'node:crypto';

const ENTITIES: Record<string, string> = { quot: '"', amp: '&', '#x27': "'", lt: '<', gt: '>' };

/**
 * Converts inline styles of a rendered page into rules. The content policy refuses style attributes, so the markup
 * carries them as `data-style`; these rules apply until a script sets the styles.
 */
export function markupStyles(markup: string): string {
  const styles = new Set(
    [...markup.matchAll(/ data-style="([^"]*)"/g)].map(([, style = '']) =>
      style.replaceAll(/&(quot|amp|#x27|lt|gt);/g, (_, name: string) => ENTITIES[name] ?? ''),
    ),
  );
  return (
    [...styles]
      // skips values that could leave the rule or the element; the script sets those
      .filter((style) => !/[{}<\\\n]/.test(style))
      .map((style) => `[data-style="${style.replaceAll('"', String.raw`\"`)}"]{${style}}`)
      .join('')
  );
}

/** Allows these rules in a content policy, by their hash, and no others. */
export function allowStyles(policy: string, styles: string): string {
  const hash = createHash('sha256').update(styles).digest('base64');
  return policy.replace(/(?<=^|;)style-src [^;]*/, (sources) => `${sources} 'sha256-${hash}'`);
}
