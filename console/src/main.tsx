import './styles.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Problem } from './api/problem';
import { replaceFirstPicture } from './app/first-picture';
import { beginFirstReads } from './app/first-reads';
import { Guards } from './app/guards';
import { router } from './app/router';
import { NoticesProvider } from './ui/notices';

// Dialogs and menus write a style sheet of their own, which the Content-Security-Policy allows with this nonce.
const nonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content;
if (nonce) setNonce(nonce);

const STALE_MS = 15_000;

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: STALE_MS,
      // A refusal stays a refusal; only a missing answer is worth another try.
      retry: (failures, error) => error instanceof Problem && error.status === 0 && failures < 2,
    },
  },
});

beginFirstReads(queryClient);

const root = document.getElementById('root')!;
replaceFirstPicture(root);
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <NoticesProvider>
        <Guards />
        <RouterProvider router={router} />
      </NoticesProvider>
    </QueryClientProvider>
  </StrictMode>,
);
