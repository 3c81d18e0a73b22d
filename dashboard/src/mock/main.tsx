import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import '../style/tokens.css';
import '../style/base.css';
import '../parts/parts.css';
import './mock.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Toasts } from '../parts/toasts.tsx';
import { applyTheme } from '../theme.ts';
import { MockPage } from './mock-page.tsx';

applyTheme();

const queries = new QueryClient();
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <MockPage />
        <Toasts />
      </QueryClientProvider>
    </StrictMode>,
  );
}
