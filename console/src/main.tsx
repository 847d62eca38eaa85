import './styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { replaceFirstPicture } from './app/first-picture';
import { beginFirstReads } from './app/first-reads';
import { Guards } from './app/guards';
import { queryClient } from './app/query-client';
import { router } from './app/router';
import { NoticesProvider } from './ui/notices';

// Dialogs and menus write a style sheet of their own, which the Content-Security-Policy allows with this nonce.
const nonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content;
if (nonce) setNonce(nonce);

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
