# The first page of the reference is docs/library.md; the other documents are not part of it.
s|\[\([^]]*\)\]([^)]*)|\1|g
