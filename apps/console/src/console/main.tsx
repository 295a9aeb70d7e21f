import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/query-client.js';
import { Appearance } from './frame/appearance.js';
import { loadFirstPage } from './first-page.js';
import { reloadAfterDeploy } from './frame/reload-after-deploy.js';
import { router } from './routes.js';
import { isEndOfSession } from './server/failures.js';
import { Gate } from './session/gate.js';
import { restoreSession } from './session/session.js';
import { LanguageProvider } from './text/language.js';

// The icon has a relative address, and that of the page changes.
const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
icon?.setAttribute('href', icon.href);
reloadAfterDeploy();
const session = await restoreSession();
if (session && !session.isLocked) await loadFirstPage();

// The end of a session is no fault of a page. It is shown until the sign-in page takes its place.
const onCaughtError = (error: unknown) => isEndOfSession(error) || reportError(error);

createRoot(document.getElementById('page')!, { onCaughtError }).render(
  <StrictMode>
    <LanguageProvider>
      <Appearance>
        <QueryClientProvider client={queryClient}>
          <Gate>
            <RouterProvider router={router} />
          </Gate>
        </QueryClientProvider>
      </Appearance>
    </LanguageProvider>
  </StrictMode>,
);
