/** A country code, a period and letters and digits; a parent ID also has ENT (Meta, "Business-scoped user IDs"). */
const USER_ID = /^[A-Z]{2}\.(?:ENT\.)?[A-Za-z0-9]{1,128}$/;
const PARENT_ID = /^[A-Z]{2}\.ENT\./;

/** Returns whether a text is a business-scoped user ID of WhatsApp, such as `US.13491208655302741918`. */
export const isUserId = (text: string): boolean => USER_ID.test(text);

/** Returns whether a user ID is a parent ID. Meta gives these only to businesses that are enrolled for them. */
export const isParentId = (userId: string): boolean => PARENT_ID.test(userId);
