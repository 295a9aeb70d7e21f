export function decisions(): string[];
export function decisionsIndex(): string;
