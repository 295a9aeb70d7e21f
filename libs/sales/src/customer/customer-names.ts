export const mergedName = ({ firstname, lastname }: { firstname: string; lastname: string }): string =>
  `${firstname} ${lastname}`.trim();

/** Returns an e-mail as customers are found by it: without regard to case. */
export const emailKey = (email: string): string => email.toLowerCase();
