import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import './style/tokens.css';
import './style/base.css';
import './parts/parts.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { READ_RETRIES } from './api/problem.ts';
import { Toasts } from './parts/toasts.tsx';
import { createAppRouter } from './router.tsx';
import { applyTheme } from './theme.ts';

applyTheme();

const queries = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, ...READ_RETRIES },
  },
});
const router = createAppRouter(queries);

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
        <Toasts />
      </QueryClientProvider>
    </StrictMode>,
  );
}
