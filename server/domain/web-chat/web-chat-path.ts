/** Returns the path of a chat's page, below the public address. */
export const webchatPath = (connectionId: string): string => `/webchat/${connectionId}`;
