/** The small demo adds this announcement if a year is to follow. It tells whether the year is complete. */
export const BEGUN = { title: 'A year of trade', short_description: 'The demo shop is being filled.' };
