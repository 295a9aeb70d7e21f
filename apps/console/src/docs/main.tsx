import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { AccountProvider } from './account.js';
import { Shell } from './shell.js';
import './style/base.css';
import './style/shell.css';
import './style/prose.css';
import './style/start.css';
import './style/reference.css';

// After a deploy an open page may name files that are gone; it loads the new ones, once.
addEventListener('vite:preloadError', () => {
  if (sessionStorage.getItem('reloaded') === location.pathname) return;
  sessionStorage.setItem('reloaded', location.pathname);
  location.reload();
});

// The address of the page changes, which would change what a relative address names.
for (const link of document.querySelectorAll('link')) link.setAttribute('href', link.href);

createRoot(document.getElementById('page')!).render(
  <StrictMode>
    <AccountProvider>
      <Shell />
    </AccountProvider>
  </StrictMode>,
);
