/** Words of the link that leads the owner from a public page to its form. */
export const editThisPage = "Edit this page";
export const owner = "For you, the owner";
