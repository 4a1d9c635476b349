import './fonts.css';
import './tokens.css';
import './global.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { onSessionLost } from './api.ts';
import { createRouter } from './App.tsx';
import { watchChunks } from './chunks.ts';
import { initI18n } from './i18n.ts';
import { pageConfig } from './pageConfig.ts';
import { inLocale, paths } from './paths.ts';
import { signOut } from './player.ts';
import { queryClient } from './queryClient.ts';
import { forgetUserWithoutToken } from './session.ts';

forgetUserWithoutToken();
watchChunks();

let leaving = false;
onSessionLost(() => {
  if (leaving) return;
  leaving = true;
  void signOut().finally(() => location.assign(inLocale(pageConfig.locale, paths.auth)));
});

await initI18n(pageConfig.locale);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createRouter()} onError={(error) => console.error(error)} />
    </QueryClientProvider>
  </StrictMode>,
);
