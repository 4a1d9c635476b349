import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { patchCssModules } from 'vite-css-modules';

/**
 * Asks the browser to compile every function of a file while the file arrives, on a thread beside the page's. Without
 * it, functions are compiled when they are first called, which blocks a slow phone while a page starts.
 */
function compileEarly(): Plugin {
  return {
    name: 'compile-early',
    apply: ({ build }) => !build?.ssr,
    generateBundle: {
      // in front of the code, where no other plugin moves it
      order: 'post',
      handler(_, bundle) {
        for (const output of Object.values(bundle))
          // files of texts have nothing to compile
          if (output.type === 'chunk' && /=>|\bfunction\b/.test(output.code))
            output.code = `//# allFunctionsCalledOnLoad\n${output.code}`;
      },
    },
  };
}

/** Writes `.br` and `.gz` beside every text asset, so that the server never compresses. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: ({ build }) => !build?.ssr,
    generateBundle: {
      // after Vite has put the list of preloads into the code
      order: 'post',
      handler(_, bundle) {
        for (const [fileName, output] of Object.entries(bundle)) {
          if (!/\.(js|css|svg|json)$/.test(fileName) || fileName.startsWith('.vite')) continue;
          const source = Buffer.from(output.type === 'chunk' ? output.code : output.source);
          if (source.byteLength < 1024) continue;
          const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
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

/** The variables of React DOM that hold an error which is thrown as a signal and compared with, but never shown. */
const SIGNALS = /\b(\w+Exception = )Error\((formatProdErrorMessage\(\d+\))\)/g;
const SIGNAL_COUNT = 5;

/**
 * Makes the signals of React DOM plain objects. An error records where it was made, and a browser with open developer
 * tools reads all of React a second time for that, which blocks a slow phone for 100 ms.
 */
function lightSignals(): Plugin {
  return {
    name: 'light-signals',
    apply: 'build',
    transform: {
      filter: { id: /react-dom-client\.production\.js$/ },
      handler(code) {
        const found = code.match(SIGNALS)?.length ?? 0;
        if (found !== SIGNAL_COUNT)
          this.error(`React DOM has ${found} signals, not ${SIGNAL_COUNT}: look at how it makes them`);
        return { code: code.replace(SIGNALS, '$1{ message: $2 }'), map: null };
      },
    },
  };
}

/** A sound inlined as a data URL would be refused by the content security policy. */
export const assetsInlineLimit = (file: string) => (/\.(webm|mp3|webp|avif)$/.test(file) ? false : undefined);

/** Parts of pages by name, with all that they bring along. */
const parts = (...names: string[]) =>
  new RegExp(`/src/client/(ui/\\w+|app/layout)/(${names.join('|')})[.]tsx$`);

/** Few files, since each costs a way to the server and back: what every page needs, then what several do. */
const CHUNKS = [
  // by itself, because documents run it before everything else
  {
    name: 'earlyAnswers',
    priority: 80,
    test: /[/]src[/](client[/]platform[/]api[/](earlyAnswers|token)|contract[/]kernel[/]pageNames)[.]ts$/,
  },
  // by itself, or the entry would bring along what it is to fetch later
  {
    name: 'loader',
    priority: 70,
    test: /vite[/]preload-helper|client[/]platform[/](api[/](trustedScriptUrl|browserStorage|isServerThere)|navigation[/]chunks)[.]ts$/,
  },
  {
    name: 'react',
    priority: 60,
    test: /node_modules\/(react|react-dom|scheduler)\/|client[/]platform[/]hydration[/]reactDom[.]ts$/,
  },
  // apart from React, which can run while this is still on its way
  { name: 'router', priority: 55, test: /node_modules\/(react-router|react-router-dom)\// },
  // what says a price before anything else has come
  {
    name: 'answers',
    priority: 65,
    test: /[/]src[/](client[/]areas[/]shop[/]coins[/](coinAmount|coinWords)|client[/]ui[/]\w+[/](typeWholeNumber|formatPrice)|contract[/]kernel[/](amounts|limits))[.]ts$/,
  },
  // apart from the frame, because the two would run for too long at once
  {
    name: 'contract',
    priority: 52,
    test: /node_modules\/zod\/|[/]src[/](contract[/](page|session|landing|cases|live|calls[/]session|kernel[/](text|captcha|switches|locale))|client[/]platform[/]api[/]pageConfig)[.]ts$/,
  },
  {
    name: 'frame',
    priority: 50,
    test: /[/]src[/]client[/](app|platform)[/](\w+[/])?(App|Layout|ErrorScreen|Header|queryClient|api|i18n|formatDate)[.]tsx?$/,
  },
  // tabs and folds, with what dialogs and controls need of the same library
  {
    name: 'parts',
    priority: 40,
    test: new RegExp(
      `${parts('Accordion', 'Tabs').source}|@base-ui/(utils/visuallyHidden|react/internals/(constants|useUnmountAfterClose|useValueChanged))[.]`,
    ),
  },
  // what controls of the page of a case share with forms, which it does not have at first
  {
    name: 'controls',
    priority: 39.5,
    test: /node_modules[/]@base-ui[/](react[/](field[/]|radio|internals[/](?!useAnchorPositioning)|utils[/]resolveAriaLabelledBy)|utils[/]clamp[.])|[/](forms[/]ClosedNote|inputs[/]WholeNumberInput)[.]tsx$/,
  },
  // by itself, because the page of a case fetches it after its button and the coin shop at once
  { name: 'slider', priority: 39.2, test: parts('Slider') },
  // what nearly every page needs: words for failures, calls with an effect, pictures that the landing page shows
  {
    name: 'most',
    priority: 39,
    test: /[/]src[/]client[/]platform[/]i18n[/]errorText[.]ts$|node_modules[/]@tanstack[/].*[/](useMutation|infiniteQueryOptions)[.]|[/]assets[/]items[/](badge|boombox|camera|car|chips|compass|duffel|gold|jerrycan|keys|keys-garage|licence|medkit|neon-sign|petrol-pump|plate-gold|plate-taxi|safe|turbo|watch-gold)[.](avif|webp)|[/]assets[/]cabinet[/]vault-1600/,
  },
  // what lists of a form share with dialogs and notices, which pages without a form have too
  {
    name: 'popups',
    priority: 38.5,
    test: /node_modules[/]@base-ui[/](react[/](floating-ui-react[/](components[/]Floating(Portal|FocusManager|RootStore|Tree)|hooks[/](useClick|useDismiss|useFloatingRootContext|useSyncedFloatingRootContext))|utils[/](popups[/]popup\w+|InternalBackdrop|useOpenInteractionType))|utils[/](useScrollLock|store[/]\w+))[.]/,
  },
  {
    name: 'form',
    priority: 38,
    test: /[/]src[/]client[/](ui|platform|domain)[/]\w+[/](captcha|Checkbox|FormField|ServerSelect|useSubmit)[.]tsx?$|node_modules[/]@hookform[/]/,
  },
  // pictures of goods and prizes, and what is asked of the shop without a form
  {
    name: 'goods',
    priority: 36,
    test: /[/]client[/](platform[/]media[/]images|domain[/]queries[/]shopQueries|platform[/]navigation[/]travel|areas[/]shop[/]goods[/]queries)[.]ts$/,
  },
  { name: 'dialogs', priority: 35, test: parts('Dialog', 'MobileMenuPanel', 'Toasts') },
  { name: 'progress', priority: 10, test: parts('Progress') },
  {
    name: 'ui',
    priority: 5,
    test: /[/]client[/](ui[/]\w+[/](?!ChoiceRow|CodeField|InfoTip|NumberStepper|RadioCards|Slider|Switch|TextArea|WholeNumberInput)\w+[.]tsx?|(platform|domain)[/]\w+[/](formatNumber|Island|laterPart|live|retryKey|typing|useHashTab)[.]tsx?)$/,
    minShareCount: 2,
  },
  {
    name: 'shop',
    priority: 4,
    test: /[/]client[/]areas[/]shop[/](\w+[/])?(BuyerFields|DonateSkeleton|leaveFor|queries|shopDraft|ShopTrail|storedProduct|useBuyer|useBuyerForm|useCartPurchase)[.]tsx?$/,
    minShareCount: 2,
  },
  {
    name: 'stage',
    priority: 3,
    test: /[/]client[/]stage[/](index|\w+[/]clock)[.]ts$/,
  },
  {
    name: 'prizes',
    priority: 2,
    test: /[/]client[/](domain[/]prizes|areas[/]cases[/]results)[/](ContentsGrid|DropFeed|formatOdds|Prize|PrizeOnPlinth|RarityMark)[.]tsx?$|[/]client[/](areas[/]cases[/]epoch[/]clientSeed|domain[/]queries[/](casesQueries|seedNotes)|platform[/](media[/]saveFile|navigation[/]useSearchChoice))[.]ts$|[/]contract[/]calls[/]fairness[.]ts$/,
    minShareCount: 2,
  },
  {
    name: 'orders',
    priority: 1,
    test: /[/]client[/]areas[/]shop[/](orders[/]orderLinks|cart[/](purchaseRows|storePath|wayToUse))[.]ts$|[/]client[/]platform[/]media[/]paymentBadge[.]ts$/,
    minShareCount: 2,
  },
  {
    name: 'cabinet',
    test: /[/]client[/](areas[/]cases[/](results[/](TurningCards|UnrevealedPrizes)|opening[/]CaseCrate|state[/]useSkipKeys)|ui[/]\w+[/](Switch|ChoiceRow))[.]tsx?$/,
  },
];

/** What all builds for browsers share. */
export const common = () => ({
  plugins: [
    react(),
    patchCssModules({ generateSourceTypes: true, exportMode: 'default' }),
    lightSignals(),
    compileEarly(),
    precompress(),
  ],
  css: { transformer: 'lightningcss' as const },
  resolve: { tsconfigPaths: true },
  publicDir: false as const,
});

export default defineConfig(({ isSsrBuild }) => ({
  ...common(),
  // the captcha's loads its slow way only where it needs it
  worker: { format: 'es' as const },
  build: isSsrBuild
    ? { target: 'node20', emptyOutDir: true, sourcemap: true, assetsInlineLimit }
    : {
        outDir: 'dist/client',
        target: 'baseline-widely-available',
        manifest: true,
        // what the licences of the bundled libraries ask for; the page of credits links to it
        license: { fileName: 'assets/licenses.txt' },
        assetsInlineLimit,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: ['index.html', 'src/client/platform/api/earlyAnswers.ts'],
          output: { codeSplitting: { groups: CHUNKS } },
        },
      },
}));
