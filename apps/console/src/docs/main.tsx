import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

createRoot(document.getElementById('page')!).render(
  <StrictMode>
    <h1>Stockbook</h1>
  </StrictMode>,
);
