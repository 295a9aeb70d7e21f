/** Whether specs run with the services apart: `npm run test:distributed`. */
export const isDistributed = process.env['STOCKBOOK_TEST_TOPOLOGY'] === 'distributed';
