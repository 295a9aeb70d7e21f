export function clientTypes(openApi: object, asyncApi: object): string;
