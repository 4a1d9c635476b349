import '../client/platform/theme/fonts.css';
import '../client/platform/theme/tokens.css';
import '../client/platform/theme/global.css';
import './platform/operator.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { queryClient } from '#/client/platform/api/queryClient.ts';
import { keepFocus } from '#/client/platform/navigation/keepFocus.ts';
import { createRouter } from './OperatorApp.tsx';
import { watchInput } from './platform/attended.ts';
import { initTexts } from './platform/texts.ts';

watchInput();
keepFocus();

async function start(root: HTMLElement): Promise<void> {
  await initTexts(pageConfig.locale);
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={createRouter()} onError={(error) => console.error(error)} />
      </QueryClientProvider>
    </StrictMode>,
  );
}

const root = document.getElementById('root');
if (!root) throw new Error('operator.html has no #root');
void start(root);
