/** Path of the forms "Remind me" and "Tell me when you play near". */
export const REMINDERS_PATH = "/reminders";
