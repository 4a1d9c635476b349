import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { patchCssModules } from 'vite-css-modules';

/** Writes `.br` and `.gz` beside every text asset, so that the server never compresses. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: (_, { isSsrBuild }) => !isSsrBuild,
    generateBundle: {
      // after Vite has put the list of preloads into the code
      order: 'post',
      handler(_, bundle) {
        for (const [fileName, output] of Object.entries(bundle)) {
          if (!/\.(js|css|svg|json)$/.test(fileName) || fileName.startsWith('.vite')) continue;
          const source = Buffer.from(output.type === 'chunk' ? output.code : output.source);
          if (source.byteLength < 1024) continue;
          const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };
          this.emitFile({
            type: 'asset',
            fileName: `${fileName}.br`,
            source: brotliCompressSync(source, brotli),
          });
          this.emitFile({
            type: 'asset',
            fileName: `${fileName}.gz`,
            source: gzipSync(source, { level: 9 }),
          });
        }
      },
    },
  };
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), patchCssModules({ generateSourceTypes: true, exportMode: 'default' }), precompress()],
  css: { transformer: 'lightningcss' as const },
  resolve: { tsconfigPaths: true },
  publicDir: false as const,
  // the captcha's loads its slow way only where it needs it
  worker: { format: 'es' as const },
  build: isSsrBuild
    ? { target: 'node20', emptyOutDir: true, sourcemap: true }
    : {
        outDir: 'dist/client',
        target: 'baseline-widely-available',
        manifest: true,
        // what the licences of the bundled libraries ask for; the page of credits links to it
        license: { fileName: 'assets/licenses.txt' },
        // a sound inlined as a data URL would be refused by the content security policy
        assetsInlineLimit: (file: string) => (/\.(webm|mp3|webp|avif)$/.test(file) ? false : undefined),
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                {
                  name: 'react',
                  priority: 10,
                  test: /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom)\//,
                },
              ],
            },
          },
        },
      },
}));
