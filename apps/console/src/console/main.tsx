import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/query-client.js';
import { Appearance } from './frame/appearance.js';
import { reloadAfterDeploy } from './frame/reload-after-deploy.js';
import { router } from './routes.js';
import { Gate } from './session/gate.js';
import { restoreSession } from './session/session.js';
import { LanguageProvider } from './text/language.js';

reloadAfterDeploy();
await restoreSession();

createRoot(document.getElementById('page')!).render(
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
